/// A fast check whether a part of a state is unchanged, which compares bits.
///
/// Equal bits mean an equal value, because the last value is retained: nothing that it refers to
/// can be deallocated and its address reused. Different bits prove nothing; the part itself must
/// then be compared.
@usableFromInline
struct PartGlance: Sendable {
  private let last: any LastPart
  private let offset: Int

  /// Creates a check of the part at an offset, if the last value and the offset are known.
  @usableFromInline
  init?<Part: Sendable>(_ last: SeenPart<Part>?, at offset: Int?) {
    guard let last, let offset else { return nil }
    self.last = last
    self.offset = offset
  }

  /// Returns true if the part has the same bits in the state at the pointer.
  @usableFromInline
  func seesTheSame(in state: UnsafeRawPointer) -> Bool { last.hasTheBits(at: state + offset) }
}

/// The last seen value of a part.
protocol LastPart: AnyObject, Sendable {
  func hasTheBits(at place: UnsafeRawPointer) -> Bool
}

/// The last seen value of a part, stored where its bits can be compared.
@usableFromInline
final class SeenPart<Part: Sendable>: LastPart {
  private let value: UnsafeMutablePointer<Part>

  @usableFromInline
  init(_ value: Part) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  @usableFromInline
  func see(_ new: Part) { value.pointee = new }

  /// Returns true if a value has the same bits.
  func isTheSame(as part: inout Part) -> Bool {
    withUnsafePointer(to: &part) { hasTheBits(at: UnsafeRawPointer($0)) }
  }

  func hasTheBits(at place: UnsafeRawPointer) -> Bool {
    let (seen, size) = (UnsafeRawPointer(value), MemoryLayout<Part>.size)
    var offset = 0
    while offset + 8 <= size {
      let (new, old) = (
        place.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        seen.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      )
      if new != old { return false }
      offset += 8
    }
    return (offset..<size).allSatisfy {
      place.load(fromByteOffset: $0, as: UInt8.self)
        == seen.load(fromByteOffset: $0, as: UInt8.self)
    }
  }
}

// SAFETY: it is accessed only in the turns of one store, which run one after the other.
extension SeenPart: @unchecked Sendable {}
