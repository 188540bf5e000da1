// Interposing functions of shared libraries on Linux: the program's own definitions come first.
#pragma once

#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The definitions are weak, so that a statically linked program keeps the original functions. The
// sanitizers interpose the same functions weakly, so under them these must come first and forward to
// the sanitizer.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OVERRIDABLE
#define NEXT(name) ((void *)__interceptor_##name ?: dlsym(RTLD_NEXT, #name))
#else
#define OVERRIDABLE __attribute__((weak))
#define NEXT(name) dlsym(RTLD_NEXT, #name)
#endif

extern uint64_t swift_task_getJobTaskId(void *job);

static inline void *imageOf(void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

// True if the caller is the Swift runtime for concurrency.
static inline bool isOfRuntime(void *caller) {
  return imageOf(caller) == imageOf((void *)&swift_task_getJobTaskId);
}
#endif
