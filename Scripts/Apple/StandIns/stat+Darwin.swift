// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Replaces the file of this name, which does not compile on Linux: there `stat` is a type of CoreFoundation
// without `st_mtimespec`.
import CoreFoundation
import Glibc

extension stat {
  var modified: timespec { st_mtim }
}
