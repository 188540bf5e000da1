// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the part of swift-atomics that a hash table uses, for one thread.
public enum Ordering { case relaxed }

public struct UnsafeAtomic<Value: FixedWidthInteger> {
  public struct Storage {
    var value: Value
    public init(_ value: Value) { self.value = value }
  }

  private let storage: UnsafeMutablePointer<Storage>

  public init(at storage: UnsafeMutablePointer<Storage>) { self.storage = storage }

  public func load(ordering: Ordering) -> Value { storage.pointee.value }
  public func store(_ value: Value, ordering: Ordering) { storage.pointee.value = value }
  public func wrappingIncrement(by count: Value = 1, ordering: Ordering) {
    storage.pointee.value &+= count
  }

  public func compareExchange(
    expected: Value,
    desired: Value,
    ordering: Ordering
  ) -> (exchanged: Bool, original: Value) {
    let original = storage.pointee.value
    if original == expected { storage.pointee.value = desired }
    return (original == expected, original)
  }
}
