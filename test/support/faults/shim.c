// Preloaded before libc: fails calls on files whose path contains KITROOM_FAULT_FILES, and moves clocks.
// Each call reads what to do from a control file shared with the test: see faults.ts for its fields.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE_ERRNO, SYNC_ERRNO, WALL_OFFSET_MS, BOOT_OFFSET_MS, FAILED_WRITES, FAILED_SYNCS, FIELDS };

static volatile int64_t *control;
static const char *pattern;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("KITROOM_FAULTS");
  const char *files = getenv("KITROOM_FAULT_FILES");
  if (path == NULL || files == NULL) return;
  // A copy, because PostgreSQL writes the titles of its processes over its first environment.
  pattern = strdup(files);
  if (pattern == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, FIELDS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_meant(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, pattern) != NULL;
}

static int fails(int what, int counter, int fd) {
  if (control == NULL || control[what] == 0 || !is_meant(fd)) return 0;
  __sync_fetch_and_add(&control[counter], 1);
  errno = (int)control[what];
  return 1;
}

#define REAL(name) static __typeof__(&name) real; if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *data, size_t size) { REAL(write); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? -1 : real(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { REAL(pwrite); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? -1 : real(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { REAL(pwrite64); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? -1 : real(fd, data, size, at); }
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t at) { REAL(pwritev); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? -1 : real(fd, data, count, at); }
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t at) { REAL(pwritev64); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? -1 : real(fd, data, count, at); }
int posix_fallocate(int fd, off_t at, off_t size) { REAL(posix_fallocate); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? (int)control[WRITE_ERRNO] : real(fd, at, size); }
int posix_fallocate64(int fd, off64_t at, off64_t size) { REAL(posix_fallocate64); return fails(WRITE_ERRNO, FAILED_WRITES, fd) ? (int)control[WRITE_ERRNO] : real(fd, at, size); }
int fsync(int fd) { REAL(fsync); return fails(SYNC_ERRNO, FAILED_SYNCS, fd) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(fdatasync); return fails(SYNC_ERRNO, FAILED_SYNCS, fd) ? -1 : real(fd); }

static void move(struct timespec *now, int64_t ms) {
  int64_t ns = now->tv_nsec + (ms % 1000) * 1000000;
  now->tv_sec += ms / 1000 + (ns < 0 ? -1 : ns / 1000000000);
  now->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(clock, now);
  if (result != 0 || control == NULL) return result;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) move(now, control[WALL_OFFSET_MS]);
  if (clock == CLOCK_BOOTTIME) move(now, control[BOOT_OFFSET_MS]);
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  REAL(gettimeofday);
  int result = real(now, zone);
  if (result != 0 || control == NULL) return result;
  struct timespec moved = { now->tv_sec, now->tv_usec * 1000 };
  move(&moved, control[WALL_OFFSET_MS]);
  now->tv_sec = moved.tv_sec;
  now->tv_usec = moved.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

// /proc/uptime is hidden, so that the process falls back to CLOCK_BOOTTIME, which is moved.
static int is_hidden(const char *path) { return control != NULL && strcmp(path, "/proc/uptime") == 0; }

// A read-only file system refuses to open files for writing too.
static int is_read_only(const char *path, int flags) {
  return control != NULL && control[WRITE_ERRNO] == EROFS && (flags & (O_WRONLY | O_RDWR | O_CREAT)) && strstr(path, pattern) != NULL;
}

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    REAL(name);                                                                                                        \
    va_list more;                                                                                                      \
    va_start(more, flags);                                                                                             \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;                                          \
    va_end(more);                                                                                                      \
    if (is_hidden(path)) { errno = ENOENT; return -1; }                                                                \
    if (is_read_only(path, flags)) { errno = EROFS; return -1; }                                                       \
    return real(path, flags, mode);                                                                                    \
  }

OPEN(open)
OPEN(open64)
