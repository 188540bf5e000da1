// Checks an Xcode project without Xcode: Foundation reads it as a property list; all referenced objects
// exist and have the right kind; its paths exist; the package has the linked products; its shared schemes
// build existing targets.
//
//   project PROJECT.xcodeproj
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

struct Failure: Error, CustomStringConvertible {
  let description: String
}

// MARK: The project

struct Project {
  typealias Object = [String: Any]

  /// The kinds of object that a key refers to.
  static let kinds: [String: Set<String>] = [
    "buildConfigurationList": ["XCConfigurationList"],
    "buildConfigurations": ["XCBuildConfiguration"],
    "buildPhases": [
      "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXSourcesBuildPhase",
    ],
    "children": ["PBXFileReference", "PBXFileSystemSynchronizedRootGroup", "PBXGroup"],
    "fileSystemSynchronizedGroups": ["PBXFileSystemSynchronizedRootGroup"],
    "files": ["PBXBuildFile"],
    "mainGroup": ["PBXGroup"],
    "package": ["XCLocalSwiftPackageReference"],
    "packageProductDependencies": ["XCSwiftPackageProductDependency"],
    "packageReferences": ["XCLocalSwiftPackageReference"],
    "productRef": ["XCSwiftPackageProductDependency"],
    "productRefGroup": ["PBXGroup"],
    "productReference": ["PBXFileReference"],
    "rootObject": ["PBXProject"],
    "targets": ["PBXNativeTarget"],
  ]

  let folder: URL
  let root: Object
  let objects: [String: Object]

  init(_ bundle: URL) throws {
    folder = bundle.deletingLastPathComponent()
    let data = try Data(contentsOf: bundle.appending(path: "project.pbxproj"))
    var format = PropertyListSerialization.PropertyListFormat.xml
    let list = try PropertyListSerialization.propertyList(from: data, format: &format)
    guard format == .openStep, let root = list as? Object,
      let objects = root["objects"] as? [String: Object]
    else { throw Failure(description: "The project is not an OpenStep property list.") }
    self.root = root
    self.objects = objects
  }

  /// The objects of a kind, by identifier.
  func all(_ kind: String) -> [String: Object] {
    objects.filter { $0.value["isa"] as? String == kind }
  }

  // MARK: Checks

  /// Finds references to objects that do not exist or are of another kind, and objects without a
  /// reference.
  func wrongReferences() -> [String] {
    var unused = Set(objects.keys)
    var found: [String] = []
    for (owner, object) in objects.merging(["root": root], uniquingKeysWith: { $1 }) {
      for (key, value) in object {
        guard let kinds = Self.kinds[key] else {
          found += strays(in: value).map { "\(owner).\(key): \($0) is not an object." }
          continue
        }
        for id in value as? [String] ?? [value as? String ?? ""] {
          unused.remove(id)
          let kind = objects[id]?["isa"] as? String
          if !kinds.contains(kind ?? "") {
            found.append("\(owner).\(key): \(id) is \(kind ?? "no object"), not \(kinds.sorted()).")
          }
        }
      }
    }
    return found + unused.map { "Nothing refers to the object \($0)." }
  }

  /// Strings under other keys that look like an identifier of a missing object.
  private func strays(in value: Any) -> [String] {
    switch value {
    case let text as String: Self.isIdentifier(text) && objects[text] == nil ? [text] : []
    case let list as [Any]: list.flatMap(strays)
    // The dictionary under "objects" is checked separately.
    case let object as Object where object["isa"] == nil && object.count != objects.count:
      object.flatMap { strays(in: $0.key) + strays(in: $0.value) }
    default: []
    }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    text.count == 24 && text.allSatisfy { $0.isHexDigit }
  }

  /// Finds paths that do not exist, other than those of products.
  func wrongPaths() -> [String] {
    objects.values.compactMap { object in
      guard let path = (object["relativePath"] ?? object["path"]) as? String,
        object["sourceTree"] as? String != "BUILT_PRODUCTS_DIR"
      else { return nil }
      let isPackage = object["relativePath"] != nil
      let url = folder.appending(path: isPackage ? "\(path)/Package.swift" : path)
      return FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        ? nil : "\(path) does not exist."
    }
  }

  /// Finds products that the package does not have.
  func wrongProducts() throws -> [String] {
    try all("XCSwiftPackageProductDependency").values.compactMap { dependency in
      let product = dependency["productName"] as? String ?? ""
      let package = objects[dependency["package"] as? String ?? ""]?["relativePath"] as? String
      let manifest = folder.appending(path: "\(package ?? "")/Package.swift")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      let declaration = try Regex("\\.library\\(\\s*name: \"\(product)\"")
      return text.contains(declaration) ? nil : "No product \"\(product)\"."
    }
  }

  /// Finds targets without sources or products.
  func emptyTargets() -> [String] {
    let needed = ["buildPhases", "fileSystemSynchronizedGroups", "packageProductDependencies"]
    return all("PBXNativeTarget").flatMap { id, target in
      needed.filter { (target[$0] as? [String] ?? []).isEmpty }.map { "\(id).\($0) is empty." }
    }
  }

  /// Finds targets that a scheme builds but the project does not have.
  func wrongReferences(in scheme: Scheme) -> [String] {
    if scheme.references.isEmpty || scheme.entries == 0 { return ["The scheme builds nothing."] }
    return scheme.references.compactMap { reference in
      let target = all("PBXNativeTarget")[reference["BlueprintIdentifier"] ?? ""] ?? [:]
      let product = objects[target["productReference"] as? String ?? ""]
      let container = reference["ReferencedContainer"]?.replacing("container:", with: "") ?? ""
      let isRight =
        target["name"] as? String == reference["BlueprintName"]
        && product?["path"] as? String == reference["BuildableName"]
        && FileManager.default.fileExists(
          atPath: folder.appending(path: container).path(percentEncoded: false)
        )
      return isRight ? nil : "The scheme builds a missing target: \(reference)."
    }
  }
}

// MARK: A scheme

final class Scheme: NSObject, XMLParserDelegate {
  private(set) var references: [[String: String]] = []
  /// The number of targets that the scheme builds.
  private(set) var entries = 0
  /// The elements that are not closed yet.
  private var opened: [String] = []

  init(_ url: URL) throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: url))
    parser.delegate = self
    // On Linux `parse()` is true for some documents that are not well-formed.
    guard parser.parse(), parser.parserError == nil, opened.isEmpty else {
      throw Failure(description: "\(url.lastPathComponent), line \(parser.lineNumber): not XML.")
    }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    opened.append(name)
    if name == "BuildableReference" { references.append(attributes) }
    if name == "BuildActionEntry" { entries += 1 }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if opened.last == name { opened.removeLast() }
  }
}

// MARK: The check

guard CommandLine.arguments.count == 2 else {
  print("usage: project PROJECT.xcodeproj")
  exit(2)
}
let bundle = URL(filePath: CommandLine.arguments[1])
do {
  let project = try Project(bundle)
  var found = project.wrongReferences() + project.wrongPaths()
  found += try project.wrongProducts() + project.emptyTargets()
  let schemes = bundle.appending(path: "xcshareddata/xcschemes")
  let names = try FileManager.default.contentsOfDirectory(
    atPath: schemes.path(percentEncoded: false)
  )
  if !names.contains(where: { $0.hasSuffix(".xcscheme") }) { found.append("No shared scheme.") }
  for name in names {
    let scheme = try Scheme(schemes.appending(path: name))
    found += project.wrongReferences(in: scheme)
  }
  for line in found.sorted() { print(line) }
  print("objects: \(project.objects.count), schemes: \(names.count), errors: \(found.count)")
  exit(found.isEmpty ? 0 : 1)
} catch {
  print("\(bundle.lastPathComponent): \(error)")
  exit(1)
}
