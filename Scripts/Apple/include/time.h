// A stand-in, from POSIX and the manual page of clock_gettime_nsec_np.
#pragma once
#include <stdint.h>
typedef long time_t;
typedef enum { CLOCK_MONOTONIC_RAW = 4, CLOCK_UPTIME_RAW = 8 } clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
int clock_gettime(clockid_t clock, struct timespec *now);
uint64_t clock_gettime_nsec_np(clockid_t clock);
