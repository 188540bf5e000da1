/// Some subscribers of a relay that finish together, while the relay continues.
///
/// The subscribers of one interest in a cached key are a scope: the relay of the key serves them,
/// and they receive a completion when the interest ends. The scope outlives its targets' references
/// to it, because its owner ends it first.
// SAFETY: every `var` is guarded by the lock of the relay's state, hence `unchecked`.
@usableFromInline
package final class RelayScope: @unchecked Sendable {
  /// True if later subscribers receive the last value and the completion.
  @exclusivity(unchecked) @usableFromInline private(set) var hasEnded = false
  /// The finished core that has the last value; `nil` if no view of the scope can reach it.
  @exclusivity(unchecked) @usableFromInline var last: RelayCore?
  /// The only target, or one of several.
  @exclusivity(unchecked) private var first: Unmanaged<RelayTarget>?
  @exclusivity(unchecked) private var others: [ObjectIdentifier: Unmanaged<RelayTarget>] = [:]

  /// True if the scope may have more than one target.
  ///
  /// Read under the lock.
  var hasSeveral: Bool { !others.isEmpty }

  /// The number of targets.
  ///
  /// Read under the lock.
  var count: Int { others.count + (first == nil ? 0 : 1) }

  package init() {}

  /// Adds a target that is in the list.
  ///
  /// Called under the lock.
  @usableFromInline
  func add(_ target: RelayTarget) {
    target.scope = .passUnretained(self)
    if first == nil {
      first = .passUnretained(target)
    } else {
      others[ObjectIdentifier(target)] = .passUnretained(target)
    }
  }

  /// Removes a target that has ended.
  ///
  /// Called under the lock.
  func remove(_ target: RelayTarget) {
    target.scope = nil
    if first?.toOpaque() == Unmanaged.passUnretained(target).toOpaque() {
      first = nil
    } else {
      others[ObjectIdentifier(target)] = nil
    }
  }

  /// Ends the scope, and calls `body` with each of its targets, in the order of the list.
  ///
  /// Called under the lock.
  func end(_ body: (RelayTarget) -> Void) {
    hasEnded = true
    guard !others.isEmpty else {
      if let first = first.take() { first._withUnsafeGuaranteedRef { detach($0, body) } }
      return
    }
    var all = others.values.map { $0.takeUnretainedValue() }
    if let first = first.take() { all.append(first.takeUnretainedValue()) }
    others = [:]
    for target in all.sorted(by: { $0.index < $1.index }) { detach(target, body) }
  }

  private func detach(_ target: RelayTarget, _ body: (RelayTarget) -> Void) {
    target.scope = nil
    body(target)
  }
}
