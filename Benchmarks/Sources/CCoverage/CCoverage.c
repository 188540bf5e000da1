#include "CCoverage.h"

#include <unistd.h>

// Functions of LLVM's profiling runtime, which only a program with coverage links.
__attribute__((weak)) void __llvm_profile_reset_counters(void);
__attribute__((weak)) int __llvm_profile_write_file(void);

void coverage_start(void) {
  if (__llvm_profile_reset_counters) __llvm_profile_reset_counters();
}

void coverage_exit(void) {
  if (__llvm_profile_write_file) _exit(__llvm_profile_write_file());
  static const char message[] = "This program is not built with coverage.\n";
  write(STDERR_FILENO, message, sizeof message - 1);
  _exit(1);
}
