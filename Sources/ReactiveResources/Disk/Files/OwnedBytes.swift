import Foundation

/// Memory that is not cleared first, and freed when it is let go of.
struct OwnedBytes: ~Copyable {
  let whole: UnsafeMutableRawBufferPointer

  init(count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    whole = memory
  }

  deinit { whole.deallocate() }

  /// The same bytes as data, without a copy.
  consuming func asData() -> Data {
    let memory = whole
    discard self
    guard let start = memory.baseAddress, !memory.isEmpty else {
      memory.deallocate()
      return Data()
    }
    return Data(
      bytesNoCopy: start,
      count: memory.count,
      deallocator: .custom { start, _ in start.deallocate() }
    )
  }
}
