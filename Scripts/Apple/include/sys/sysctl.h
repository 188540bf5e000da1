// A stand-in, from the manual page of sysctl and Apple's Technical Q&A QA1361.
#pragma once
#include <stddef.h>
enum { CTL_KERN = 1, KERN_PROC = 14, KERN_PROC_PID = 1 };
enum { P_TRACED = 0x800 };
struct kinfo_proc {
  struct {
    int p_flag;
  } kp_proc;
};
int sysctl(int *name, unsigned count, void *old, size_t *oldSize, void *new, size_t newSize);
