#pragma once

/// Has all threads allocate from one heap, so that it can be measured. To be called first.
void heap_unite(void);

/// How many bytes are allocated now.
long heap_allocated(void);
