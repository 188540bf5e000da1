// A stand-in of ours, by POSIX.
#pragma once
#include <stddef.h>
