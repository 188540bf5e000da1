import Foundation

/// The build of the running tests: its modules and objects, with which more sources can be compiled.
struct RunningBuild: Sendable {
  private let folder: URL
  private let compiler: URL
  /// The lines of the linker's list of object files, without those of tests and programs.
  private let objects: [String]

  /// `nil` if these sources cannot be compiled here.
  static let current = RunningBuild()

  private init?() {
    #if os(Linux)
    let environment = ProcessInfo.processInfo.environment
    let isInstrumented = environment["LLVM_PROFILE_FILE"] != nil || dlsym(nil, "__tsan_init") != nil
    let paths = (environment["PATH"] ?? "").split(separator: ":")
    let compilers = paths.map { URL(filePath: String($0)).appending(path: "swiftc") }
    let list = Bundle(for: Own.self).bundleURL
      .appending(path: "ReactiveLoadablePackageTests.product/Objects.LinkFileList")
    guard !isInstrumented, let files = try? String(contentsOf: list, encoding: .utf8),
      // NB: the path in the list, not one through a link: of two paths of a module cache, the compiler
      // reports that each defines the same modules.
      let folder = files.firstMatch(of: #/^'?(.*)\/\w+\.build\//#.anchorsMatchLineEndings())?.1,
      let compiler = compilers.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path)
      })
    else { return nil }
    (self.folder, self.compiler) = (URL(filePath: String(folder)), compiler)
    objects = files.split(separator: "\n").map(String.init)
      .filter { !$0.contains(#/\/(\w*Tests|Demo|DiskVictim)\.build\//#) }
    #else
    return nil
    #endif
  }

  private final class Own {}

  /// Compiles and links a program, with the settings of the package.
  ///
  /// - Returns: The messages of the compiler.
  /// - Throws: The error that prevents writing the list of objects.
  func compile(_ sources: [URL], to program: URL) async throws -> String {
    let list = program.appendingPathExtension("objects")
    let features = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
      "NonisolatedNonsendingByDefault",
    ]
    try objects.joined(separator: "\n").write(to: list, atomically: false, encoding: .utf8)
    var arguments = ["-swift-version", "6", "-warnings-as-errors", "-Onone", "-wmo"]
    arguments += features.flatMap { ["-enable-upcoming-feature", $0] }
    arguments += ["-module-name", "CompiledTests", "-package-name", "compiled"]
    arguments += ["-I", folder.appending(path: "Modules").path]
    arguments += ["-module-cache-path", folder.appending(path: "ModuleCache").path]
    arguments += moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    arguments += ["-L", folder.path, "-lIssueReportingTestSupport", "-lstdc++"]
    arguments += ["-Xlinker", "-rpath=\(folder.path)", "-o", program.path, "@\(list.path)"]
    return await output(of: compiler, arguments + sources.map(\.path))
  }

  /// The maps of the modules in C, which the build writes, or has in the checkout of a package.
  private var moduleMaps: [URL] {
    let packages = files(in: folder.appending(path: "../../checkouts").standardized)
    let targets = packages.flatMap { files(in: $0.appending(path: "Sources")) }
    let headers = files(in: folder) + targets.map { $0.appending(path: "include") }
    return headers.map { $0.appending(path: "module.modulemap") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  private func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.map { folder.appending(path: $0) }
  }

  /// Runs a program, and returns all that it prints.
  ///
  /// The end of the output is the end of the program: a separate thread waits for it.
  func output(of program: URL, _ arguments: [String]) async -> String {
    #if os(macOS) || os(Linux)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        do {
          try process.run()
          let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
          continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
        } catch {
          continuation.resume(returning: "\(error)")
        }
      }
    }
    #else
    ""
    #endif
  }
}
