import CMarbleHooks
import Foundation

/// A function on a call stack.
package struct CalledFunction {
  /// The mangled name.
  package let name: String
  package let address: UInt
  private let isOfProgram: Bool
  /// True for a Swift function of the program that the compiler did not make to convert a closure.
  private let isWritten: Bool
  private let isOfStandardLibrary: Bool
  /// The module that the mangled name begins with.
  private let module: Substring?
  /// The module that extends a type of another one.
  private let extendingModule: String?

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
    isWritten = isOfProgram && name.hasPrefix("$s") && !Self.isThunk(name)
    isOfStandardLibrary = name.starts(with: #/\$s(s|S[a-zA-Z])/#)
    module = Self.module(of: name)
    extendingModule = isWritten ? Self.extendingModule(of: name) : nil
  }

  /// True for a Swift function of a shared library.
  var isOfSystem: Bool { !isOfProgram && name.hasPrefix("$s") }

  /// Returns true for a function that belongs neither to marble runs, nor to the standard
  /// library, nor to one of these modules.
  package func isCaller(skipping modules: Set<String> = []) -> Bool {
    func isSkipped(_ module: String) -> Bool {
      MangledName.modules.contains(module) || modules.contains(module)
    }
    guard isWritten else { return false }
    guard isOfStandardLibrary || module.map({ isSkipped(String($0)) }) ?? false else { return true }
    return extendingModule.map { !isSkipped($0) } ?? false
  }

  /// True for code that equal functions share: its name is that of any of them.
  package var isShared: Bool { name.hasSuffix("Tm") }

  /// True for code that the compiler makes to convert a closure.
  private static func isThunk(_ name: String) -> Bool { name.contains(#/TR(?:T[QY]\d+_)?$/#) }

  /// The module of `$s4Feed5ModelC…`: `Feed`.
  private static func module(of name: String) -> Substring? {
    guard let match = name.firstMatch(of: #/^\$s(\d+)/#), let length = Int(match.1) else {
      return nil
    }
    return name[match.range.upperBound...].prefix(length)
  }

  /// The module of an extension of a type of another module, except the standard library:
  /// `(extension in App):Swift.Array.upload() -> ()`.
  private static func extendingModule(of name: String) -> String? {
    guard let declaration = CMarbleDeclaration(name) else { return nil }
    defer { free(declaration) }
    // A name with spaces has spaces that do not break, so these are of the declaration.
    let match = String(cString: declaration).firstMatch(
      of: #/^(?:.* (?:for|in|of) )?(?:static )?\(extension in (\w+)\):/#
    )
    return match.map { String($0.1) }.flatMap { ["Swift", "_Concurrency"].contains($0) ? nil : $0 }
  }
}
