#include "CMarbleHooks.h"
