// A stand-in of ours, by POSIX.
#pragma once
int getpid(void);
