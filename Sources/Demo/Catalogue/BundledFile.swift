import Foundation

/// A file that comes with the demo.
struct BundledFile: Hashable, Sendable {
  /// Where it is in the folder of the resources, such as `podcasts.json`.
  let path: String

  init(_ path: String) { self.path = path }

  /// Reads its bytes.
  func data() throws(Catalogue.ResourceError) -> Data {
    let url = Bundle.module.url(forResource: "Resources/\(path)", withExtension: nil)
    guard let url else { throw .missing(path) }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(path, reason: String(describing: error))
    }
  }

  /// Reads the value that it has as JSON.
  func decoded<Value: Decodable>() throws(Catalogue.ResourceError) -> Value {
    let data = try data()
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw .unreadable(path, reason: String(describing: error))
    }
  }
}
