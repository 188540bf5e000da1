// NB: where FoundationNetworking is imported, too, the compiler takes `stat` for a type of this one.
import CoreFoundation
import Foundation

/// A file that is open, and closed when it is let go of.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Takes over an open file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = Foundation.close(descriptor) }

  func status() throws(FileFault) -> FileStatus {
    var status = stat()
    try FileFault.check { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// Notes a use; where the file system does not let it, the older date stays.
  func setLastUse(_ date: Date) { try? setDates(date) }

  func setDates(_ date: Date) throws(FileFault) {
    let times = [timespec(date), timespec(date)]
    try FileFault.check { futimens(descriptor, times) }
  }

  func write(_ bytes: some ContiguousBytes) throws(FileFault) {
    let written = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileFault) in try write(all: bytes) }
    }
    try written.get()
  }

  /// Writes all of the bytes, in as many calls as it takes.
  private func write(all bytes: UnsafeRawBufferPointer) throws(FileFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = try FileFault.check {
        Foundation.write(descriptor, part.baseAddress, part.count)
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Fills the buffer, as far as the file reaches.
  ///
  /// - Parameters:
  ///   - buffer: Where to put the bytes.
  ///   - offset: Where in the file to begin.
  /// - Returns: How many bytes were read; fewer than there is room for at the end of the file only.
  /// - Throws: What keeps it from being read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileFault) -> Int {
    var count = 0
    while count < buffer.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try FileFault.check {
        pread(descriptor, part.baseAddress, part.count, off_t(offset + count))
      }
      if read == 0 { break }
      count += read
    }
    return count
  }
}
