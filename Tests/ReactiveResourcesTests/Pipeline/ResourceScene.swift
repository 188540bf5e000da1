import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources

/// Texts from a server in memory, in virtual time; a character is a second, a response takes three.
struct ResourceScene: Sendable {
  typealias State = ResourceLoader<String>.State

  let server: MemoryTransport
  let store = FailingStore()
  let loader: ResourceLoader<String>
  let decoded = Log<String>()
  let fetcher: ResourceFetcher

  /// Keys of all sizes below ten are decoded from one body.
  static func url(_ key: ResourceKey) -> URL {
    let size = key.size.pixels.map { $0 < 10 ? "small" : "\($0)" } ?? "original"
    return URL(filePath: "/\(size)/\(key.path)")
  }

  /// The policy's clock is the test clock; a read of the store takes `reading`, and decoding a body
  /// `decoding`.
  ///
  /// The store writes a record `saving` after the start of a save, which takes twice as long.
  init(
    _ m: Marbles,
    _ policy: ResourcePolicy<String> = ResourcePolicy(),
    reading: Duration = .zero,
    saving: Duration = .zero,
    decoding: Duration = .zero,
    use: RequestCachePolicy = .standard
  ) {
    let clock = m.clock
    let wallClock = WallClock(from: clock, startingAt: .start)
    server = MemoryTransport(clock: clock, wallClock: wallClock)
    fetcher = ResourceFetcher(
      store: SlowStore(store: store, reading: reading, saving: saving, clock: clock),
      transport: server,
      wallClock: wallClock
    )
    var policy = policy
    if !(policy.cache.load.clock is HookedClock) { policy.cache.load.clock = clock }
    loader = m.keep(
      ResourceLoader(fetcher, policy: policy) {
        ResourceRequest(Self.url($0), cachePolicy: use)
      } decode: { [decoded] bytes, key in
        let text = String(decoding: bytes, as: UTF8.self)
        decoded.note(text)
        if decoding > .zero { try await clock.sleep(for: decoding) }
        if text == "?" { throw URLError(.cannotDecodeContentData) }
        return text
      }
    )
  }

  func serve(_ text: String, at key: ResourceKey, _ cacheControl: String? = "max-age=10") {
    let resource = MemoryResource(
      Data(text.utf8),
      entityTag: "\"\(text)\"",
      cacheControl: cacheControl,
      chunkSize: 4
    )
    server.serve(resource, at: Self.url(key))
  }

  /// The same as the first version: each of its responses takes three seconds.
  func serve(_ text: String, slowlyAt key: ResourceKey, _ cacheControl: String? = "max-age=10") {
    serve(text, at: key, cacheControl)
    server.plan(.wait(.seconds(3)), at: Self.url(key))
  }

  /// The requests with their statuses, such as `/small/a 304`.
  var exchanges: [String] {
    server.exchanges.map { "\($0.request.url.path) \($0.status.map(String.init) ?? "-")" }
  }
}

/// A store whose reads and writes take some time.
struct SlowStore: ResourceStore {
  let store: FailingStore
  let reading: Duration
  /// The time before a record is written, and that after it.
  let saving: Duration
  let clock: MarbleClock

  func record(for key: String) async throws -> ResourceRecord? {
    if reading > .zero { try await clock.sleep(for: reading) }
    return try await store.record(for: key)
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    if saving > .zero { try await clock.sleep(for: saving) }
    try await store.save(record, for: key)
    if saving > .zero { try await clock.sleep(for: saving) }
  }

  func removeRecord(for key: String) async throws { try await store.removeRecord(for: key) }

  func removeAll() async throws { try await store.removeAll() }
}

/// An event of a row, with its letter in a diagram.
enum RowEvent: String, CaseIterable {
  /// The row appears, with an interest in its key.
  case shown = "s"
  /// The row disappears, and cancels its interest.
  case hidden = "x"
  /// The row releases its interest without cancelling it.
  case released = "d"
  /// The row is pulled, which refreshes its interest.
  case refreshed = "r"
  /// The row is tapped, which retries its interest.
  case retried = "t"

  static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

extension Marbles {
  /// The states of a row that shows a key, with the events of a diagram; see ``RowEvent``.
  ///
  /// Progress is omitted.
  func row(
    _ diagram: String,
    _ key: ResourceKey,
    _ scene: ResourceScene
  ) -> some Publisher<String, Never> {
    let seen = PublishRelay<String>()
    let row = keep(ResourceRow())
    hot(diagram, RowEvent.names) { event in
      switch event {
      case .shown: row.show(scene.loader.interest(in: key)) { seen.accept($0) }
      case .hidden: row.hide()
      case .released: row.release()
      case .refreshed: row.interest?.refresh()
      case .retried: row.interest?.retry()
      }
    }
    return seen.removeDuplicates()
  }
}

final class ResourceRow {
  private(set) var interest: ResourceInterest<String>?
  private var subscription: AnyCancellable?

  func show(_ interest: ResourceInterest<String>, _ see: @escaping @Sendable (String) -> Void) {
    self.interest = interest
    subscription = interest.states.sink { see($0.sketch) }
  }

  func hide() {
    subscription = nil
    interest?.cancel()
  }

  func release() { (subscription, interest) = (nil, nil) }
}

extension ResourceScene.State {
  /// Such as `l` loading, `l(memory A)` over A, `network A`, `!` failed, `!(disk A)` over A.
  var sketch: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading): "l" + (loading.previous.map { "(\($0.sketch))" } ?? "")
    case .loaded(let resource): resource.sketch
    case .failed(let failed): "!" + (failed.previous.map { "(\($0.sketch))" } ?? "")
    }
  }
}

extension Resource<String> {
  fileprivate var sketch: String { "\(isStale ? "stale " : "")\(source) \(value)" }
}
