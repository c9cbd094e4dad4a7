/* Preloaded into a process, it shifts the wall clock by what MEGURI_CLOCK names: a file with a number
 * of seconds (a 64-bit integer, as the machine has it), which may be changed at any time. All other
 * clocks go on as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* shift;

__attribute__((constructor)) static void OpenShift(void) {
  const char* path = getenv("MEGURI_CLOCK");
  if (path == NULL) return;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  void* mapped = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) abort(); /* a test whose clock never jumps is none */
  shift = mapped;
  close(fd);
}

static int64_t Shift(void) { return shift == NULL ? 0 : *shift; }

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int (*next)(clockid_t, struct timespec*);
  if (next == NULL) next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = next(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += Shift();
  return result;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}

/* Its moment is one of the shifted clock, and the kernel's isn't; unless it is one of a clock that
 * began with the machine. */
int pthread_cond_timedwait(pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex,
                           const struct timespec* restrict until) {
  static int (*next)(pthread_cond_t*, pthread_mutex_t*, const struct timespec*);
  if (next == NULL) {
    next = (int (*)(pthread_cond_t*, pthread_mutex_t*, const struct timespec*))dlvsym(
        RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  }
  struct timespec real = *until;
  if (real.tv_sec > 1000000000) real.tv_sec -= Shift();
  return next(condition, mutex, &real);
}
