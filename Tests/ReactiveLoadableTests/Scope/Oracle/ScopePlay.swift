import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport

/// A script that runs in a real app of loaders with one scope, and in its reference.
final class ScopePlay {
  private let app: ScopeApp
  private var reference: ScopeReference
  private let now: () -> Duration
  /// The first difference.
  private(set) var broken: String?

  init(_ script: ScopeScript, _ clock: any Clock<Duration>, now: @escaping () -> Duration) {
    app = ScopeApp(script, clock)
    reference = ScopeReference(script)
    self.now = now
  }

  func perform(_ number: Int, _ act: ScopeScript.Act) {
    reference.advance(to: now())
    compare("before \(number) \(act)")
    trace(number, act)
    guard reference.allows(act) else { return }
    reference.perform(act)
    app.perform(act)
    // The reset runs in a task, before time passes.
    if case .signOut = act { return }
    compare("after \(number) \(act)")
  }

  private func trace(_ number: Int, _ act: ScopeScript.Act) {
    guard Self.traces else { return }
    let texts = Member.allCases.map { "\($0) \(reference.text(of: $0))" }
    print("\(now()) \(number) \(act): \(texts.joined(separator: "; "))")
  }

  private static let traces = ProcessInfo.processInfo.environment["SCOPE_TRACE"] != nil

  /// Checks the end of a script, when nothing is running.
  func conclude() {
    reference.advance(to: now())
    compare("in the end")
  }

  private func compare(_ moment: String) {
    guard broken == nil else { return }
    for member in Member.allCases {
      let (real, expected) = (app.text(of: member), reference.text(of: member))
      if real == expected { continue }
      broken = "\(now()) \(moment): \(member) is \(real), and \(expected) by the contract"
      return
    }
  }
}

extension ScopeReference {
  /// Returns whether the contract says what an act does now.
  func allows(_ act: ScopeScript.Act) -> Bool {
    switch act {
    // A shown key has no other intents than a refresh, and is loaded by its use.
    case .loadIfNeeded(let member), .cancel(let member): member.key == nil
    case .refresh(let member):
      member.key == nil || (members[member].map { $0.isInUse && $0.isRequested } ?? false)
    // An edit belongs to the visible value.
    case .edit: members[.edited]?.previous != nil
    case .invalidate, .use, .revalidate, .cameToFront, .isOnlineAgain, .write, .signOut: true
    }
  }

  /// The state, the use and the number of calls of a member.
  func text(of member: Member) -> String {
    guard let reference = members[member] else { return "" }
    let value = reference.previous.map { member == .edited ? shown($0) : $0.text }
    let state: LoadText =
      switch (reference.run, reference.settled) {
      case (_?, _): .loading(value)
      case (nil, .notRequested): .notRequested
      case (nil, .loaded): .loaded(value)
      case (nil, .failed): .failed(value)
      }
    return scopeText(member, state, isInUse: reference.isInUse, calls: reference.calls)
  }
}

/// A state without its error.
enum LoadText: Equatable {
  case notRequested
  case loading(Int?)
  case loaded(Int?)
  case failed(Int?)
}

extension LoadText {
  init(_ state: LoadState<Int>) {
    switch state {
    case .notRequested: self = .notRequested
    case .loading(let loading): self = .loading(loading.previous)
    case .loaded(let value): self = .loaded(value)
    case .failed(let failed): self = .failed(failed.previous)
    }
  }
}

func scopeText(_ member: Member, _ state: LoadText, isInUse: Bool, calls: Int) -> String {
  // The state of a key that is not in use is that of its record, which has its own contract.
  let state = member.key == nil || isInUse ? "\(state)" : "not shown"
  return "\(state)\(isInUse ? ", in use" : ""), \(calls) calls"
}
