#pragma once

/// Makes all threads allocate from one heap, which can be measured. Call it before any allocation.
void heap_unite(void);

/// Returns the number of allocated bytes; 0 without glibc.
long heap_allocated(void);
