import Foundation
import LoadableTesting
import ReactiveLoadable

@testable import ReactiveCaching
@testable import ReactivePaging

/// A script that runs in an app with two loaders, a cache, two lists and three mutations.
final class TargetsPlay {
  typealias Values = Loader<NoRequest, Counted, SampleError>
  typealias Keys = LoaderCache<Int, Counted, SampleError>

  private let witness: TargetsWitness
  private let loaders: [Values]
  private let keys: Keys
  private let lists: [String: RowLoader]
  private let mutations: [Mutation<Write, Int, SampleError>]
  private let rows = LockedRows()
  private let subscriptions: [AnyCancellable]

  init(_ witness: TargetsWitness, _ clock: any Clock<Duration>) {
    self.witness = witness
    let isCancellation: @Sendable (any Error) -> Bool = { $0 as? SampleError == .second }
    let load = LoadPolicy(clock: clock, isCancellation: isCancellation)
    let loaders = Place.loaders.map { place in
      Values(policy: load) { () async throws(SampleError) in try await witness.load(place) }
    }
    let keys = Keys(
      policy: CachePolicy(grace: .zero, afterFailure: .constant(.zero, limit: .max), load: load)
    ) { key async throws(SampleError) in
      try await witness.load(key == 7 ? .key7 : .key8)
    }
    var listLoad = load
    listLoad.freshness = .forever
    let paging = PagingPolicy(load: listLoad, prefetchDistance: 1, cachedLists: 0)
    let lists = Dictionary(
      uniqueKeysWithValues: ServerList.keys.map { key in
        let list = RowLoader(policy: paging, failure: { _ in .first }) {
          request async throws(SampleError) -> RowPage in
          try await witness.page(request)
        }
        return (key, list)
      }
    )
    func loader(_ place: Int) -> MutationTarget<Write, Int> {
      .loader(loaders[place]) { write, value in
        value.change(write.id)
      } confirm: { write, version, value in
        value.confirm(write.id, version)
      }
    }
    let key: MutationTarget<Write, Int> = .key(keys, of: { $0.key.number }) { write, value in
      value.change(write.id)
    } confirm: { write, version, value in
      value.confirm(write.id, version)
    }
    func list(_ key: String) -> MutationTarget<Write, Int> {
      guard let list = lists[key] else { preconditionFailure("no list \(key)") }
      return .list(list) { write in
        write.edits(of: key)
      } confirm: { write, _ in
        write.edits(of: key, areSaved: true)
      }
    }
    func mutation(
      _ overlap: MutationOverlap,
      _ targets: [MutationTarget<Write, Int>]
    ) -> Mutation<Write, Int, SampleError> {
      let policy = MutationPolicy(overlap: overlap, isCancellation: isCancellation)
      return Mutation(policy: policy, editing: targets) { write async throws(SampleError) in
        try await witness.write(write)
      }
    }
    mutations = [
      mutation(.concurrent, [loader(0), list("a"), key, loader(1), list("b")]),
      mutation(.serial, [key, loader(0), list("a")]), mutation(.concurrent, [list("b")]),
    ]
    (self.loaders, self.keys, self.lists) = (loaders, keys, lists)
    let read = TargetsReader(loaders, keys, lists, witness)
    rows.read = read
    let rows = rows
    subscriptions =
      loaders.map { $0.states.sink { _ in rows.receive() } }
      + lists.values.map { $0.states.sink { _ in rows.receive() } }
  }
}

/// Compares the values of all targets with the model.
final class TargetsReader: Sendable {
  private let loaders: [TargetsPlay.Values]
  private let keys: TargetsPlay.Keys
  private let lists: [String: RowLoader]
  private let witness: TargetsWitness

  init(
    _ loaders: [TargetsPlay.Values],
    _ keys: TargetsPlay.Keys,
    _ lists: [String: RowLoader],
    _ witness: TargetsWitness
  ) {
    (self.loaders, self.keys, self.lists, self.witness) = (loaders, keys, lists, witness)
  }

  func state(_ place: Place) -> Loadable<Counted, SampleError> {
    switch place {
    case .first, .second: loaders[place.rawValue].state
    case .key7, .key8: keys.state(for: place.number)
    }
  }

  func compare(_ moment: @autoclosure () -> String) {
    witness.countDelivery()
    let model = witness.model
    for place in Place.allCases {
      let (real, expected) = (state(place).latest, model.shown(place))
      if real == expected { continue }
      let texts = [real, expected].map { $0.map { "\($0.trace) (\($0.count))" } ?? "nothing" }
      witness.fail("\(moment()): \(place) shows \(texts[0]), and \(texts[1]) by the contract")
    }
    for (key, list) in lists {
      let (real, expected) = (list.state.spacedSketch, model.sketch(key))
      if real == expected { continue }
      witness.fail("\(moment()): list \(key) is \(real), and \(expected) by the contract")
    }
  }
}

// SAFETY: a marble run has one thread.
final class LockedRows: @unchecked Sendable {
  var read: TargetsReader?
  private(set) var isPaused = false
  var shown: [Place: [(TargetsPlay.Keys.Interest, AnyCancellable)]] = [:]
  var handles: [Int: LoadTask<Int, SampleError>] = [:]

  func pausing<R>(_ body: () -> R) {
    isPaused = true
    withExtendedLifetime(body()) {}
    isPaused = false
  }

  func receive() { if !isPaused { read?.compare("in a delivery") } }
}

extension LoaderCache {
  typealias Interest = LoadInterest<Key, Value, Failure>
}

extension Place {
  var number: Int { self == .key7 ? 7 : 8 }
}

// MARK: Steps

extension TargetsPlay {
  func perform(_ number: Int, _ act: TargetsScript.Act) {
    compare("before \(number) \(act)")
    guard witness.model.allows(act) else { return }
    let open = witness.model.open
    let place = act.place
    witness.change("\(act)") { [server = place.map(witness.server) ?? Counted()] in
      $0.perform(act, server)
    }
    perform(act, open)
    compare("after \(number) \(act)")
  }

  private func compare(_ moment: String) {
    guard let read = rows.read else { return }
    read.compare(moment)
    let model = witness.model
    for place in Place.allCases
    where read.state(place).isLoading != (model[place].running != nil) {
      witness.fail("\(moment): \(place) is \(read.state(place))")
    }
    for request in model.unexpected { witness.fail("\(moment): unexpected \(request)") }
    for request in model.missingRequests { witness.fail("\(moment): \(request) is not requested") }
  }

  private func perform(_ act: TargetsScript.Act, _ open: [Write]) {
    switch act {
    case .load(let place): loaders[place.rawValue].loadIfNeeded()
    case .refresh(let place):
      if let loader = loader(place) { loader.refresh() } else { keys.refresh(place.number) }
    case .cancel(let place): loader(place)?.cancel()
    case .set(let place):
      let value = witness.server(place)
      if let loader = loader(place) {
        loader.set(value)
      } else {
        keys.set(value, for: place.number)
      }
    case .reset(let place):
      if let loader = loader(place) {
        loader.reset()
      } else {
        // The keys of a cache are reset one after the other.
        rows.pausing { keys.storage.reset() }
      }
    case .appear(let place): appear(place)
    case .disappear(let place): _ = rows.shown[place]?.popLast()
    case .remove(let place): keys.remove(place.number)
    case .run(let write):
      let write = write.numbered(witness.model.lastWrite)
      rows.handles[write.id] = mutations[write.mutation].run(write)
    case .cancelWrite(let index): rows.handles[open[index].id]?.cancel()
    case .cancelAll(let mutation): mutations[mutation].cancel()
    case .list(let key, let intent): lists[key]?.perform(intent)
    }
  }

  private func loader(_ place: Place) -> Values? {
    Place.loaders.contains(place) ? loaders[place.rawValue] : nil
  }

  private func appear(_ place: Place) {
    let interest = keys.interest(in: place.number)
    let subscription = interest.states.sink { [rows] _ in rows.receive() }
    rows.shown[place, default: []].append((interest, subscription))
  }

  /// Checks the end of a script, when nothing is in flight; returns the number of current values.
  func conclude() -> Int {
    compare("in the end")
    var current = 0
    for place in Place.allCases where witness.model.isCurrent(place) {
      current += 1
      let (shown, server) = (witness.model.shown(place), witness.server(place))
      if shown?.ids != server.ids || shown?.count != server.count {
        witness.fail("\(place) shows \(shown?.trace ?? ""), the server has \(server.trace)")
      }
    }
    for (key, list) in lists {
      if list.storage.currentSnapshot.machine.unsaved != nil { witness.fail("\(key) has an edit") }
      if list.state.isAtWork { witness.fail("\(key) is \(list.state.sketch) in the end") }
      guard witness.model.isCurrent(key), let server = witness.server(key) else { continue }
      current += 1
      if let law = server.difference(from: list.state) { witness.fail("list \(key): \(law)") }
    }
    if keys.storage.machine.withLock({ !$0.edited.isEmpty }) { witness.fail("an edit is left") }
    rows.shown = [:]
    if keys.statistics.activeKeys != 0 { witness.fail("a key is held at the end") }
    return current
  }
}

extension TargetsScript.Act {
  fileprivate var place: Place? {
    switch self {
    case .load(let place), .refresh(let place), .cancel(let place), .set(let place),
      .reset(let place), .appear(let place), .disappear(let place), .remove(let place):
      place
    case .run, .cancelWrite, .cancelAll, .list: nil
    }
  }
}
