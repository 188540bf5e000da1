// A stand-in, from POSIX.
#pragma once
int getpid(void);
