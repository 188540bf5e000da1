// A stand-in, from POSIX.
#pragma once
#include <stddef.h>
