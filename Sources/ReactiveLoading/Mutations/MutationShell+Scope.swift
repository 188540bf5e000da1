// The writes of a mutation in a scope, also after the release of the mutation.

/// A scope that receives the inputs of successful writes.
struct WriteListener: Sendable {
  let loads: ScopeLoads
  /// Receives an input, in a call of the scope.
  let receive: @Sendable (AnyBox) -> Void
}

extension Mutation {
  /// The writes of the mutation, as a member of a scope.
  ///
  /// It lives as long as the mutation, and as long as a write waits or runs.
  package var scopeMember: any ScopeMember { storage }

  /// Calls a closure with the input of each successful write, in a call of a scope.
  ///
  /// See <doc:ScopeContract#S5-Writes>. The mutation does not keep what the closure holds weakly.
  package func listen(in loads: ScopeLoads, _ receive: @escaping @Sendable (Input) -> Void) {
    storage.listen(
      WriteListener(loads: loads) { receive($0.assumed(of: Input.self).value) }
    )
  }
}

extension MutationShell {
  final func listen(_ listener: WriteListener) { locked { listeners.append(listener) } }

  /// Reserves a call of each listener for each write that has succeeded, in the order of decisions.
  ///
  /// Called under the lock. The calls run when the edits are saved, before the delivery.
  final func notify(_ changes: inout MutationChanges) {
    for listener in listeners {
      for write in changes.ended {
        let place = listener.loads.reserve { listener.receive(write.input) }
        changes.scopeCalls.append((listener.loads, place))
      }
    }
  }
}

extension MutationShell: ScopeMember {
  package final var writes: Bool { true }

  package final func count(of selection: ScopeSelection) -> Int { 0 }

  package final func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads) {}

  package final func revalidateInUse(_ loads: ScopeLoads) {}

  package final func retryFailed(_ loads: ScopeLoads) { handle(.resume) }

  package final func resetForScope() -> ScopeRemoval? {
    handle(.reset)
    return nil
  }
}
