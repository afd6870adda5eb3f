// SPDX-License-Identifier: Apache-2.0

#include "CForgetfulDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A write or a truncation that is not synchronised yet.
struct change {
    struct change *next;
    sqlite3_int64 offset;
    // -1 for a truncation to the offset.
    int length;
    unsigned char bytes[];
};

// What the disk has of one file, and what it may forget.
struct image {
    struct image *next;
    char *path;
    unsigned char *bytes;
    sqlite3_int64 length;
    struct change *changes;
    struct change **last;
};

struct file {
    sqlite3_file base;
    struct image *image;
    sqlite3_file *real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *folder;
static struct image *images;
static int operations;
static int cut;
static sqlite3_vfs *system_vfs;
static sqlite3_vfs disk;

static int is_ours(const char *path) {
    // Queues of other tests open files meanwhile.
    pthread_mutex_lock(&lock);
    int ours = folder && path && strncmp(path, folder, strlen(folder)) == 0;
    pthread_mutex_unlock(&lock);
    return ours;
}

// Counts an operation.
static int operate(void) {
    pthread_mutex_lock(&lock);
    operations += 1;
    int fails = cut > 0 && operations >= cut;
    pthread_mutex_unlock(&lock);
    return fails ? SQLITE_IOERR : SQLITE_OK;
}

static struct image *image_of(const char *path) {
    for (struct image *image = images; image; image = image->next)
        if (strcmp(image->path, path) == 0) return image;
    struct image *image = calloc(1, sizeof *image);
    image->path = strdup(path);
    image->last = &image->changes;
    image->next = images;
    images = image;
    return image;
}

static void note(struct image *image, sqlite3_int64 offset, const void *bytes, int length) {
    struct change *change = malloc(sizeof *change + (length > 0 ? (size_t)length : 0));
    change->next = NULL;
    change->offset = offset;
    change->length = length;
    if (length > 0) memcpy(change->bytes, bytes, (size_t)length);
    *image->last = change;
    image->last = &change->next;
}

static void apply(struct image *image, const struct change *change) {
    sqlite3_int64 end = change->offset + (change->length > 0 ? change->length : 0);
    if (change->length < 0 ? end != image->length : end > image->length) {
        image->bytes = realloc(image->bytes, (size_t)(end > 0 ? end : 1));
        if (end > image->length) memset(image->bytes + image->length, 0, (size_t)(end - image->length));
        image->length = end;
    }
    if (change->length > 0) memcpy(image->bytes + change->offset, change->bytes, (size_t)change->length);
}

// Applies what is not synchronised, all of it or the part that is drawn, and forgets it.
static void settle(struct image *image, unsigned int *seed) {
    for (struct change *change = image->changes; change;) {
        struct change *next = change->next;
        if (seed) *seed = *seed * 1664525u + 1013904223u;
        if (!seed || (*seed >> 16) & 1) apply(image, change);
        free(change);
        change = next;
    }
    image->changes = NULL;
    image->last = &image->changes;
}

static void forget(struct image *image) {
    for (struct change *change = image->changes; change;) {
        struct change *next = change->next;
        free(change);
        change = next;
    }
    free(image->bytes);
    image->bytes = NULL;
    image->length = 0;
    image->changes = NULL;
    image->last = &image->changes;
}

// The methods of a file.

#define REAL(FILE) (((struct file *)(FILE))->real)

static int file_close(sqlite3_file *file) {
    return REAL(file)->pMethods ? REAL(file)->pMethods->xClose(REAL(file)) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    return REAL(file)->pMethods->xRead(REAL(file), bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    int code = operate();
    if (code != SQLITE_OK) return SQLITE_IOERR_WRITE;
    pthread_mutex_lock(&lock);
    note(((struct file *)file)->image, offset, bytes, length);
    pthread_mutex_unlock(&lock);
    return REAL(file)->pMethods->xWrite(REAL(file), bytes, length, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 length) {
    if (operate() != SQLITE_OK) return SQLITE_IOERR_TRUNCATE;
    pthread_mutex_lock(&lock);
    note(((struct file *)file)->image, length, NULL, -1);
    pthread_mutex_unlock(&lock);
    return REAL(file)->pMethods->xTruncate(REAL(file), length);
}

static int file_sync(sqlite3_file *file, int flags) {
    if (operate() != SQLITE_OK) return SQLITE_IOERR_FSYNC;
    (void)flags;
    pthread_mutex_lock(&lock);
    settle(((struct file *)file)->image, NULL);
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xLock(REAL(file), level); }

static int file_unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }

static int file_check_lock(sqlite3_file *file, int *result) {
    return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }

static int file_traits(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int file_shm_unmap(sqlite3_file *file, int remove) {
    return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

static const sqlite3_io_methods methods = {
    2,           file_close,      file_read,    file_write,  file_truncate, file_sync,     file_size,
    file_lock,   file_unlock,     file_check_lock, file_control, file_sector, file_traits, file_shm_map,
    file_shm_lock, file_shm_barrier, file_shm_unmap, NULL, NULL,
};

// The methods of the disk.

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *found) {
    (void)vfs;
    if (!is_ours(path)) return system_vfs->xOpen(system_vfs, path, file, flags, found);
    struct file *ours = (struct file *)file;
    ours->base.pMethods = NULL;
    ours->real = (sqlite3_file *)(ours + 1);
    int code = system_vfs->xOpen(system_vfs, path, ours->real, flags, found);
    if (code != SQLITE_OK) return code;
    pthread_mutex_lock(&lock);
    ours->image = image_of(path);
    pthread_mutex_unlock(&lock);
    ours->base.pMethods = &methods;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    if (is_ours(path)) {
        if (operate() != SQLITE_OK) return SQLITE_IOERR_DELETE;
        pthread_mutex_lock(&lock);
        forget(image_of(path));
        pthread_mutex_unlock(&lock);
    }
    return system_vfs->xDelete(system_vfs, path, sync);
}

void forgetful_disk_use(const char *path) {
    pthread_mutex_lock(&lock);
    if (!system_vfs) {
        system_vfs = sqlite3_vfs_find(NULL);
        disk = *system_vfs;
        disk.zName = "forgetful";
        disk.pNext = NULL;
        disk.szOsFile = (int)sizeof(struct file) + system_vfs->szOsFile;
        disk.xOpen = disk_open;
        disk.xDelete = disk_delete;
        sqlite3_vfs_register(&disk, 1);
    }
    while (images) {
        struct image *next = images->next;
        forget(images);
        free(images->path);
        free(images);
        images = next;
    }
    free(folder);
    folder = path ? strdup(path) : NULL;
    operations = 0;
    cut = 0;
    pthread_mutex_unlock(&lock);
}

int forgetful_disk_operations(void) {
    pthread_mutex_lock(&lock);
    int count = operations;
    pthread_mutex_unlock(&lock);
    return count;
}

void forgetful_disk_cut_at(int operation) {
    pthread_mutex_lock(&lock);
    cut = operation;
    pthread_mutex_unlock(&lock);
}

void forgetful_disk_lose(unsigned int seed) {
    pthread_mutex_lock(&lock);
    cut = 0;
    for (struct image *image = images; image; image = image->next) {
        settle(image, &seed);
        FILE *file = fopen(image->path, "r+b");
        // One that was deleted stays so.
        if (!file) continue;
        fclose(file);
        file = fopen(image->path, "wb");
        if (!file) continue;
        if (image->length > 0) fwrite(image->bytes, 1, (size_t)image->length, file);
        fclose(file);
    }
    pthread_mutex_unlock(&lock);
}
