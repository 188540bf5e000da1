import CMarbleHooks
import Foundation

/// A function on a call stack.
struct CalledFunction {
  /// The mangled name.
  let name: String
  let address: UInt
  private let isOfProgram: Bool

  /// Finds the function of a return address; nil if it is unknown.
  init?(at address: UInt) {
    var isOfProgram = false
    guard let name = CMarbleFunctionName(address, &isOfProgram) else { return nil }
    self.name = String(cString: name)
    self.address = address
    self.isOfProgram = isOfProgram
  }

  /// True for a Swift function of a shared library.
  var isOfSystem: Bool { !isOfProgram && isOfSwift }

  /// Returns true for a function that belongs neither to MarbleTesting, nor to the standard
  /// library, nor to one of these modules.
  func isCaller(skipping modules: Set<String> = []) -> Bool {
    guard isOfProgram, isOfSwift, !isThunk else { return false }
    let modules = modules.union(["MarbleTesting"])
    let isSkipped = isOfStandardLibrary || modules.contains { name.hasPrefix("$s\($0.count)\($0)") }
    return !isSkipped || isOfOtherExtension(than: modules)
  }

  /// True for code that equal functions share: its name is that of any of them.
  var isShared: Bool { name.hasSuffix("Tm") }

  private var isOfSwift: Bool { name.hasPrefix("$s") }

  /// True for a function that the compiler makes to convert a closure.
  private var isThunk: Bool { name.contains(#/TR(?:T[QY]\d+_)?$/#) }

  /// True for a name that begins with a type of the standard library, or with its module.
  private var isOfStandardLibrary: Bool {
    name.starts(with: #/\$s(s|S[a-zA-Z])/#)
  }

  /// Returns true for a function of an extension that neither these modules nor the standard
  /// library declare: `(extension in App):Swift.Array.upload() -> ()`.
  private func isOfOtherExtension(than modules: Set<String>) -> Bool {
    guard let declaration = CMarbleDeclaration(name) else { return false }
    defer { free(declaration) }
    // A name with spaces has spaces that do not break, so these are of the declaration.
    guard
      let match = String(cString: declaration).firstMatch(
        of: #/^(?:.* (?:for|in|of) )?(?:static )?\(extension in (\w+)\):/#
      )
    else { return false }
    return !modules.union(["Swift", "_Concurrency"]).contains(String(match.1))
  }
}
