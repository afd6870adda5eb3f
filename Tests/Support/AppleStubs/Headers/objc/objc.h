// SPDX-License-Identifier: Apache-2.0

// Stands in for the header of the same name where that does not exist: the documented names that the package and the
// documents' Objective-C use, and nothing else. Nothing but `.ci/apple` is ever checked against it.

#pragma once

#include <stdbool.h>

// As on a device.
typedef bool BOOL;
#define OBJC_BOOL_IS_BOOL 1
#define YES __objc_yes
#define NO __objc_no
#undef nil
#define nil ((void *)0)

typedef long NSInteger;
typedef unsigned long NSUInteger;

@class Protocol;
