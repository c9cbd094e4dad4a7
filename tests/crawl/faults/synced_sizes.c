/* Preloaded into a process, it writes down what a crash of the machine could not take, as lines
 * "WHAT DEVICE INODE SIZE" in the file that MEGURI_SYNCED names:
 *   M  a file was made, or made empty
 *   S  it was synced up to SIZE; a folder: the names in it were
 *   C  it is cut to SIZE: what is written behind that is not synced
 *
 * A size is looked at before the sync and written after it: whoever is killed in between had not
 * been told yet that the bytes are safe. Files are known by their inode, since they are renamed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int log_fd = -1;

__attribute__((constructor)) static void OpenLog(void) {
  const char* path = getenv("MEGURI_SYNCED");
  if (path != NULL) log_fd = openat(AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
}

static void Note(char what, const struct stat* file, off_t size) {
  if (log_fd < 0 || (!S_ISREG(file->st_mode) && !S_ISDIR(file->st_mode))) return;
  char line[96];
  const int length = snprintf(line, sizeof line, "%c %lu %lu %ld\n", what,
                              (unsigned long)file->st_dev, (unsigned long)file->st_ino, (long)size);
  const int before = errno;
  if (write(log_fd, line, (size_t)length) != length) abort(); /* a test that can't see is none */
  errno = before;
}

static int SyncBy(const char* name, int fd) {
  int (*const sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  struct stat file;
  const int known = fstat(fd, &file);
  const int result = sync(fd);
  if (result == 0 && known == 0) Note('S', &file, file.st_size);
  return result;
}

int fsync(int fd) { return SyncBy("fsync", fd); }
int fdatasync(int fd) { return SyncBy("fdatasync", fd); }

static int CutBy(const char* name, int fd, off_t size) {
  int (*const cut)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, name);
  struct stat file;
  const int known = fstat(fd, &file);
  if (known == 0 && size < file.st_size) Note('C', &file, size);
  return cut(fd, size);
}

int ftruncate(int fd, off_t size) { return CutBy("ftruncate", fd, size); }
int ftruncate64(int fd, off_t size) { return CutBy("ftruncate64", fd, size); }

/* An inode is used again after its file was removed. */
static int OpenBy(const char* name, const char* path, int flags, mode_t mode) {
  int (*const open_file)(const char*, int, ...) =
      (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, name);
  const int fd = open_file(path, flags, mode);
  struct stat file;
  if (fd >= 0 && (flags & (O_CREAT | O_TRUNC)) != 0 && fstat(fd, &file) == 0 && file.st_size == 0) {
    Note('M', &file, 0);
  }
  return fd;
}

#define OPEN(name)                                                \
  int name(const char* path, int flags, ...) {                    \
    va_list arguments;                                            \
    va_start(arguments, flags);                                   \
    const int has_mode = (flags & (O_CREAT | __O_TMPFILE)) != 0;  \
    const mode_t mode = has_mode ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                            \
    return OpenBy(#name, path, flags, mode);                      \
  }
OPEN(open)
OPEN(open64)
