// SPDX-License-Identifier: Apache-2.0
// S0 "DCR Thailand Video iOS SDK", Import Framework, "Using Objective-C"
// Needs: module NielsenAppApi
@import NielsenAppApi;
NielsenAppApi *api;
