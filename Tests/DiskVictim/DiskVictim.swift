import Foundation
import ReactiveResources

/// A program that the tests of the disk cache start and kill, and that sends requests to a test.
///
/// It prints the start and the end of each change in a line; the pipe keeps the lines when it is
/// killed.
@main
enum DiskVictim {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
    let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
    switch arguments[1] {
    case "steps": try await StepsOfChanges(folder: folder, endsAt: number).run()
    case "storm": try await Storm(folder: folder, firstVersion: number).run()
    case "texts": try await SavedTexts(folder: folder, firstVersion: number).run()
    case "hold": try await hold(folder)
    case "limited": try await writeTooMuch(in: folder)
    case "clients": Clients(folder: folder, count: number).run()
    case "relative": try openRelative(in: folder)
    default: exit(64)
    }
  }

  /// Opens a relative folder after the working directory has been removed.
  private static func openRelative(in folder: URL) throws {
    let files = FileManager.default
    guard files.changeCurrentDirectoryPath(folder.path), let relative = URL(string: "file:sub/x")
    else { exit(64) }
    try files.removeItem(at: folder)
    do throws(DiskCacheError) {
      _ = try DiskCache(folder: relative)
      say("opened")
    } catch .cannotOpen(_, let code) {
      say("cannot open: \(String(cString: strerror(code)))")
    } catch {
      say("\(error)")
    }
  }

  /// Locks the folder until the input ends.
  private static func hold(_ folder: URL) async throws {
    let cache = try DiskCache(folder: folder)
    say("open")
    _ = FileHandle.standardInput.readDataToEndOfFile()
    await cache.close()
  }

  /// Writes a record that fits, and replaces it by one that the system cuts off.
  private static func writeTooMuch(in folder: URL) async throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(fileSizeLimit, &limit)
    limit.rlim_cur = 50_000
    setrlimit(fileSizeLimit, &limit)
    let cache = try DiskCache(folder: folder)
    try await cache.save(Sample.record("limited", version: 1, bytes: 20_000), for: "limited")
    do {
      try await cache.save(Sample.record("limited", version: 2, bytes: 80_000), for: "limited")
    } catch let error as DiskCacheError {
      say(error.localizedDescription)
    }
  }

  #if canImport(Darwin)
  private static let fileSizeLimit = RLIMIT_FSIZE
  #else
  private static let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
