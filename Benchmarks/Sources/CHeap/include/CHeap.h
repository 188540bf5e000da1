#pragma once

/// The memory that a program has allocated and not freed.
typedef struct {
  /// The usable bytes of all blocks, as `malloc_usable_size` returns them.
  long bytes;
  long blocks;
} heap_usage;

/// Returns the memory in use, or zeros without glibc.
///
/// A program that links this module counts in its own `malloc` and `free`, which call those of glibc.
/// Unlike `mallinfo2`, they do not count freed blocks that a thread retains for reuse.
heap_usage heap_in_use(void);
