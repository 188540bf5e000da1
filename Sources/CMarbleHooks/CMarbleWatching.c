// System queries of the watchdog.
#include "CMarbleHooks.h"

#include <time.h>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#include <sys/types.h>
#include <unistd.h>

uint64_t CMarbleNanoseconds(void) { return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW); }

bool CMarbleIsTraced(void) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
  struct kinfo_proc info = {0};
  size_t size = sizeof info;
  return sysctl(name, 4, &info, &size, NULL, 0) == 0 && (info.kp_proc.p_flag & P_TRACED);
}
#else
#include <stdio.h>

uint64_t CMarbleNanoseconds(void) {
  struct timespec now;
#if defined(CLOCK_MONOTONIC_COARSE)
  // Read for each job; an error of a few milliseconds does not matter.
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
#else
  clock_gettime(CLOCK_MONOTONIC, &now);
#endif
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool CMarbleIsTraced(void) {
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return false;
  char line[256];
  int tracer = 0;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "TracerPid: %d", &tracer) == 1) break;
  }
  fclose(status);
  return tracer != 0;
}
#endif
