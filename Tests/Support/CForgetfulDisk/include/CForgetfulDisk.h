// SPDX-License-Identifier: Apache-2.0

#ifndef CFORGETFULDISK_H
#define CFORGETFULDISK_H

// A disk for SQLite that forgets what was not synchronised, and that can be cut off at any operation.
//
// There is one such disk in a process. It holds the files below one folder; all others are the system's. It is used by one
// thread at a time while it has a folder.

// Puts the disk under a folder, with no file in it, and begins to count. NULL takes it away.
void forgetful_disk_use(const char *folder);

// How many operations there were that change what is on the disk: writes, truncations, synchronisations and deletions.
int forgetful_disk_operations(void);

// Has the operation with that number, from 1, and all after it fail, as after a power cut; 0 for none.
void forgetful_disk_cut_at(int operation);

// After the last connection is closed: forgets what was not synchronised, except for a part of it that the seed draws, since
// a disk may have written some of it. Operations work again.
void forgetful_disk_lose(unsigned int seed);

#endif
