/// A fast check whether a part of a state is unchanged, which compares bits.
///
/// Equal bits mean an equal value, because the last value is retained: nothing that it refers to
/// can be deallocated and its address reused. Different bits prove nothing; the part itself must
/// then be compared.
struct PartBitComparison: Sendable {
  private let last: RetainedBits
  private let offset: Int

  /// Creates a check of the part at an offset, if both are known.
  init?(_ last: RetainedBits?, at offset: Int?) {
    guard let last, let offset else { return nil }
    self.last = last
    self.offset = offset
  }

  /// Returns true if the part has the same bits in the state at the pointer.
  func isUnchanged(in state: UnsafeRawPointer) -> Bool { last.areEqual(at: state + offset) }
}

/// The bits of the last value of a part.
// SAFETY: it is accessed only on the serial queue of one store.
class RetainedBits: @unchecked Sendable {
  private let bits: UnsafeRawPointer
  private let size: Int

  init(_ bits: UnsafeRawPointer, size: Int) {
    self.bits = bits
    self.size = size
  }

  /// Returns true if the value at a pointer has the same bits.
  final func areEqual(at pointer: UnsafeRawPointer) -> Bool {
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

/// The last value of a part, stored where its bits can be compared.
// SAFETY: as for its superclass.
final class RetainedPart<Part: Sendable>: RetainedBits, @unchecked Sendable {
  private let value: UnsafeMutablePointer<Part>

  init(_ value: Part) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    super.init(UnsafeRawPointer(self.value), size: MemoryLayout<Part>.size)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  func update(_ new: Part) { value.pointee = new }

  /// Returns true if a value has the same bits.
  func hasSameBits(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { areEqual(at: $0) }
  }
}
