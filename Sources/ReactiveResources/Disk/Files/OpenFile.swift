// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

/// An open file, which is closed when this value is destroyed.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Takes ownership of an open file.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = Foundation.close(descriptor) }

  func status() throws(FileError) -> FileStatus { FileStatus(try systemStatus()) }

  func systemStatus() throws(FileError) -> stat {
    var status = stat()
    try FileError.check { fstat(descriptor, &status) }
    return status
  }

  /// Returns the status of a file in this directory, not of the target of a link; `nil` without it.
  func status(of name: String) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) {
      try FileError.check { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch .isMissing {
      return nil
    }
    return FileStatus(status)
  }

  func setDates(_ date: Date) throws(FileError) {
    let times = [timespec(date), timespec(date)]
    try FileError.check { futimens(descriptor, times) }
  }

  func write(_ bytes: some ContiguousBytes) throws(FileError) {
    let written = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try write(all: bytes) }
    }
    try written.get()
  }

  /// Writes all bytes, in as many calls as necessary.
  private func write(all bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = try FileError.check {
        Foundation.write(descriptor, part.baseAddress, part.count)
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Reads into the buffer until it is full or the file ends, and returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    var count = 0
    while count < buffer.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try FileError.check {
        pread(descriptor, part.baseAddress, part.count, off_t(offset + count))
      }
      if read == 0 { break }
      count += read
    }
    return count
  }
}
