/// The last value of a part, stored where its bits can be compared.
///
/// Equal bits mean an equal value, because the last value is retained: nothing that it refers to
/// can be deallocated and its address reused. Different bits prove nothing; the part itself must
/// then be compared. All values that are passed to one object have the type of the first.
// SAFETY: it is accessed only on the serial queue of one store.
final class RetainedPart: @unchecked Sendable {
  private let bits: UnsafeMutableRawPointer
  private let size: Int
  private let offset: Int?
  private let free: (UnsafeMutableRawPointer) -> Void

  /// - Parameters:
  ///   - value: The value.
  ///   - offset: The offset of the part in its state, if it is stored there.
  init<Part: Sendable>(_ value: Part, at offset: Int?) {
    self.offset = offset
    let part = UnsafeMutablePointer<Part>.allocate(capacity: 1)
    part.initialize(to: value)
    bits = UnsafeMutableRawPointer(part)
    size = MemoryLayout<Part>.size
    free = {
      let part = $0.assumingMemoryBound(to: Part.self)
      part.deinitialize(count: 1)
      part.deallocate()
    }
  }

  deinit { free(bits) }

  func update<Part: Sendable>(_ new: Part) { bits.assumingMemoryBound(to: Part.self).pointee = new }

  /// Returns true if the part in the state at a pointer has the same bits.
  func isUnchanged(in state: UnsafeRawPointer) -> Bool {
    offset.map { areEqual(at: state + $0) } ?? false
  }

  /// Returns true if a value has the same bits.
  func hasSameBits<Part: Sendable>(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { areEqual(at: $0) }
  }

  private func areEqual(at pointer: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= size {
      let (new, old) = (
        pointer.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bits.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if new != old { return false }
      offset += 8
    }
    return (offset..<size).allSatisfy {
      pointer.load(fromByteOffset: $0, as: UInt8.self)
        == bits.load(fromByteOffset: $0, as: UInt8.self)
    }
  }
}
