// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

/// The length and the last use of a file.
struct FileStatus: Hashable {
  /// The length of the file.
  var bytes: Int
  /// The date of the last use, which is the modification date of the file.
  var lastUse: Date

  init(_ status: stat) {
    bytes = Int(status.st_size)
    lastUse = Date(status.modified)
  }
}

extension Date {
  fileprivate init(_ time: timespec) {
    self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}

extension timespec {
  /// The date, limited to a few thousand years as in file systems; 1970 if it is not a number.
  init(_ date: Date) {
    let given = date.timeIntervalSince1970
    let seconds = given.isNaN ? 0 : min(max(given, -1e11), 1e11)
    let whole = seconds.rounded(.down)
    self.init(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
  }
}
