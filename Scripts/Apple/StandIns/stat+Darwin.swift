// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// In the place of the file of this name, which cannot be checked: on Linux the compiler takes `stat` for a
// type of CoreFoundation, which has no `st_mtimespec`.
import CoreFoundation
import Glibc

extension stat {
  var modified: timespec { st_mtim }
}
