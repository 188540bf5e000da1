import Foundation
public import GRDB
public import ReactiveResources

/// A store of records in a table of a SQLite database, which the app may use for more.
public final class DatabaseStore: ResourceStore {
  private let database: any DatabaseWriter

  /// Creates the table of the records, unless the database has it.
  public init(_ database: any DatabaseWriter) throws {
    self.database = database
    var migrator = DatabaseMigrator()
    migrator.registerMigration("records") { database in
      try database.create(table: "record") { table in
        table.primaryKey("key", .text)
        table.column("metadata", .text).notNull()
        table.column("body", .blob).notNull()
      }
    }
    try migrator.migrate(database)
  }

  /// Returns the row of a key.
  public func record(for key: String) async throws -> ResourceRecord? {
    try await database.read { database in
      try StoredRecord.fetchOne(database, key: key)?.record
    }
  }

  /// Inserts a row, or replaces that of the key.
  public func save(_ record: ResourceRecord, for key: String) async throws {
    let stored = StoredRecord(key: key, metadata: record.metadata, body: record.body)
    try await database.write { database in try stored.upsert(database) }
  }

  /// Deletes the row of a key.
  public func removeRecord(for key: String) async throws {
    _ = try await database.write { database in
      try StoredRecord.deleteOne(database, key: key)
    }
  }

  /// Deletes all rows of the records.
  public func removeAll() async throws {
    _ = try await database.write { database in try StoredRecord.deleteAll(database) }
  }
}

/// A row of the table.
private struct StoredRecord: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "record"

  let key: String
  /// Stored as JSON.
  let metadata: [String: String]
  let body: Data

  var record: ResourceRecord { ResourceRecord(metadata: metadata, body: body) }
}
