import CMarbleHooks
import Foundation

package struct CalledFunction {
  /// The mangled name.
  package let name: String
  package let address: UInt
  private let isOfProgram: Bool
  /// The module that the mangled name begins with, and the one that extends a type of that module,
  /// except those of marble runs and the standard library.
  ///
  /// Only a Swift function of the program has them that the compiler did not make to convert a
  /// closure.
  private let modules: Set<String>

  /// Finds the function of a return address; nil if it is unknown.
  ///
  /// Each is found once, because that can take a millisecond.
  package init?(at address: UInt) {
    let known = Self.known.withLock { $0[address] }
    guard let function = known ?? Self.find(at: address) else { return nil }
    self = function
  }

  private static let known = Lock([UInt: CalledFunction?]())

  private static func find(at address: UInt) -> CalledFunction? {
    var isOfProgram = false
    let name = CMarbleFunctionName(address, &isOfProgram)
    let function = name.map {
      CalledFunction(name: String(cString: $0), address: address, isOfProgram: isOfProgram)
    }
    known.withLock { $0[address] = .some(function) }
    return function
  }

  private init(name: String, address: UInt, isOfProgram: Bool) {
    self.name = name
    self.address = address
    self.isOfProgram = isOfProgram
    let isWritten = isOfProgram && name.hasPrefix("$s") && !Self.isThunk(name)
    let modules = isWritten ? [Self.module(of: name), Self.extendingModule(of: name)] : []
    self.modules = Set(modules.compactMap(\.self))
      .subtracting(Self.ownModules).subtracting(["Swift", "_Concurrency"])
  }

  /// True for a Swift function of a shared library.
  var isOfSystem: Bool { !isOfProgram && name.hasPrefix("$s") }

  /// Returns true for a function that belongs neither to marble runs, nor to the standard
  /// library, nor to one of these modules.
  package func isCaller(skipping modules: Set<String> = []) -> Bool {
    !self.modules.isSubset(of: modules)
  }

  /// True for code that equal functions share: its name is that of any of them.
  package var isShared: Bool { name.hasSuffix("Tm") }

  /// True for code that the compiler makes to convert a closure.
  private static func isThunk(_ name: String) -> Bool { name.contains(#/TR(?:T[QY]\d+_)?$/#) }

  /// The module of `$s4Feed5ModelC…`: `Feed`; empty if it is unknown.
  private static func module(of name: String) -> String {
    if name.starts(with: #/\$s(s|S[a-zA-Z])/#) { return "Swift" }
    guard let match = name.firstMatch(of: #/^\$s(\d+)/#), let length = Int(match.1) else {
      return ""
    }
    return String(name[match.range.upperBound...].prefix(length))
  }

  /// The module of an extension of a type of another module:
  /// `(extension in App):Swift.Array.upload() -> ()`.
  private static func extendingModule(of name: String) -> String? {
    guard let declaration = CMarbleDeclaration(name) else { return nil }
    defer { free(declaration) }
    // A name with spaces has spaces that do not break, so these are of the declaration.
    let match = String(cString: declaration).firstMatch(
      of: #/^(?:.* (?:for|in|of) )?(?:static )?\(extension in (\w+)\):/#
    )
    return match.map { String($0.1) }
  }
}
