// The names of functions, for a report. The table of dynamic symbols lacks the functions of the
// program itself, and parts of asynchronous functions, so they are read from the file of the program
// or the library, which stays mapped.
#if defined(__linux__) && !LIKE_MACOS && __LP64__
#include "CMarbleInterposing.h"
#include "CMarbleHooks.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct SymbolTable {
  struct SymbolTable *next;
  const void *image;
  const Elf64_Sym *symbols;
  size_t count;
  const char *names;
  size_t namesSize;
} SymbolTable;

static SymbolTable *tables;
static pthread_mutex_t tablesLock = PTHREAD_MUTEX_INITIALIZER;

static const char *mapped(const char *path, size_t *size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  struct stat status;
  void *memory = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size > (off_t)sizeof(Elf64_Ehdr)) {
    *size = (size_t)status.st_size;
    memory = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

// True if a part of the file is within the file.
static bool fits(uint64_t offset, uint64_t length, size_t size) {
  return offset <= size && length <= size - offset;
}

static void readTable(SymbolTable *table, const char *path) {
  size_t size = 0;
  const char *file = mapped(path, &size);
  if (!file) return;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (header->e_shentsize != sizeof(Elf64_Shdr) ||
      !fits(header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr), size)) {
    return;
  }
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  for (size_t index = 0; index < header->e_shnum; index += 1) {
    const Elf64_Shdr section = sections[index];
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= header->e_shnum) continue;
    const Elf64_Shdr names = sections[section.sh_link];
    if (!fits(section.sh_offset, section.sh_size, size) ||
        !fits(names.sh_offset, names.sh_size, size) || names.sh_size == 0 ||
        file[names.sh_offset + names.sh_size - 1] != 0) {
      continue;
    }
    table->symbols = (const Elf64_Sym *)(file + section.sh_offset);
    table->count = section.sh_size / sizeof(Elf64_Sym);
    table->names = file + names.sh_offset;
    table->namesSize = names.sh_size;
  }
}

// Returns the table of an image, which is read once; NULL without memory.
static const SymbolTable *tableOf(const void *image, const char *path) {
  pthread_mutex_lock(&tablesLock);
  SymbolTable *table = tables;
  while (table && table->image != image) table = table->next;
  if (!table && (table = calloc(1, sizeof *table))) {
    readTable(table, path);
    table->image = image;
    table->next = tables;
    tables = table;
  }
  pthread_mutex_unlock(&tablesLock);
  return table;
}

static const char *nameIn(const SymbolTable *table, uintptr_t offset) {
  for (size_t index = 0; table && index < table->count; index += 1) {
    const Elf64_Sym symbol = table->symbols[index];
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value <= offset &&
        offset - symbol.st_value < symbol.st_size && symbol.st_name < table->namesSize) {
      return table->names + symbol.st_name;
    }
  }
  return NULL;
}

const char *CMarbleFunctionName(uintptr_t returnAddress, bool *isOfProgram) {
  // A return address can be the first one after its function.
  const uintptr_t address = returnAddress - 1;
  Dl_info info;
  *isOfProgram = false;
  if (!dladdr((void *)address, &info)) return NULL;
  *isOfProgram = info.dli_fbase == imageOf((void *)&CMarbleFunctionName);
  if (!*isOfProgram && info.dli_sname) return info.dli_sname;
  const char *path = *isOfProgram ? "/proc/self/exe" : info.dli_fname;
  return nameIn(tableOf(info.dli_fbase, path), address - (uintptr_t)info.dli_fbase);
}

extern char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *CMarbleDeclaration(const char *mangled) {
  return swift_demangle(mangled, strlen(mangled), NULL, NULL, 0);
}
#else
#include "CMarbleHooks.h"

#include <stddef.h>

const char *CMarbleFunctionName(uintptr_t returnAddress, bool *isOfProgram) {
  *isOfProgram = false;
  return NULL;
}

char *CMarbleDeclaration(const char *mangled) { return NULL; }
#endif
