import ReactiveLoadable
import ReactiveResources

/// The posts of a server, in a package that adds this one by URL.
public struct Posts: Sendable {
  /// The titles, after their load.
  public let titles: ValueLoader<[String]>
  /// The records of earlier responses.
  public let records = MemoryStore()

  /// Creates posts that a function loads.
  public init(_ load: @escaping @Sendable () async throws -> [String]) {
    titles = Loader(load)
  }
}
