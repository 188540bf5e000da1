import Foundation
import LoadableTesting
import ReactiveLoadable

/// A server, its app and the reference model. Every delivery of every target compares all targets.
// SAFETY: the lock guards every `var`.
final class TargetsWitness: @unchecked Sendable {
  private struct LockedState {
    var model = TargetsReference()
    var server: [Place: Counted] = [:]
    var lists = ServerList.all
    var version = 0
    var calls = 0
    var deliveries = 0
    var broken: String?
  }

  private var lockedState = LockedState()
  private let lock = NSLock()
  private let script: TargetsScript
  private let clock: any Clock<Duration>

  init(_ script: TargetsScript, _ clock: any Clock<Duration>) {
    (self.script, self.clock) = (script, clock)
  }

  private func locked<R>(_ body: (inout LockedState) -> R) -> R {
    lock.withLock { body(&lockedState) }
  }

  var model: TargetsReference { locked(\.model) }
  var broken: String? { locked(\.broken) }
  var deliveries: Int { locked(\.deliveries) }
  func server(_ place: Place) -> Counted { locked { $0.server[place] ?? Counted() } }
  func server(_ list: String) -> ServerList? { locked { $0.lists[list] } }

  /// Changes the model, which `TARGETS_TRACE=1` prints.
  func change(
    _ event: @autoclosure () -> String = "",
    _ body: (inout TargetsReference) -> Void
  ) {
    locked { body(&$0.model) }
    if Self.traces { print(event(), ServerList.keys.map(model.sketch)) }
  }

  private static let traces = ProcessInfo.processInfo.environment["TARGETS_TRACE"] != nil

  func fail(_ law: String) { locked { if $0.broken == nil { $0.broken = law } } }
  func countDelivery() { locked { $0.deliveries += 1 } }

  private func nextCall() -> TargetsScript.Call {
    locked { state in
      state.calls += 1
      return script.call(state.calls)
    }
  }

  func load(_ place: Place) async throws(SampleError) -> Counted {
    let (call, number) = (nextCall(), model[place].running?.number)
    do {
      try await clock.sleep(for: call.before)
      let value = server(place)
      try await clock.sleep(for: call.after)
      change { $0.end(number, of: place, call.fails ? nil : value) }
      if !call.fails { return value }
    } catch { throw .second }
    throw .first
  }

  func page(_ request: PageRequest<String, Int>) async throws(SampleError) -> RowPage {
    let (call, number) = (nextCall(), locked(\.calls))
    change("start \(request)") { $0.start(number, request) }
    do {
      try await clock.sleep(for: call.before)
      let page = server(request.key)?.page(request.cursor ?? 0)
      try await clock.sleep(for: call.after)
      guard let page, !call.fails else {
        change("failure of \(request)") { $0.end(number, request, .failure) }
        throw SampleError.first
      }
      change("\(page)") { $0.end(number, request, .page(page)) }
      return page
    } catch SampleError.first {
      throw .first
    } catch {
      change("end of \(request)") { $0.end(number, request, .cancelled) }
      throw .second
    }
  }

  func write(_ write: Write) async throws(SampleError) -> Int {
    let call = nextCall()
    do {
      try await clock.sleep(for: call.before)
      if !call.fails { add(write) }
      let version = locked(\.version)
      try await clock.sleep(for: call.after)
      change("end of \(write), \(call.fails)") {
        $0.end(write, version: call.fails ? nil : version)
      }
      if !call.fails { return version }
    } catch { throw .second }
    throw .first
  }

  private func add(_ write: Write) {
    locked { state in
      state.version += 1
      for list in write.lists { state.lists[list]?.perform(write) }
      for place in write.places {
        var value = state.server[place] ?? Counted()
        value.version = state.version
        value.ids.insert(write.id)
        value.count += 1
        value.trace += "s\(write.id)"
        state.server[place] = value
      }
      state.model.write(write)
    }
  }
}
