import FlyingFox
import Foundation

/// The WebSocket of a page: frames to intents, and messages to frames.
///
/// It reads a frame when the one before was performed, and sends a message when the one before was
/// written, so neither a fast nor a slow page fills the memory.
struct TabSocket: WSHandler {
  let tabs: Tabs
  let id: String

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let connection = try await tabs.connect(id)
    let reading = Task {
      // The end of the frames is the end of the connection, with or without an error.
      do { try await read(client, on: connection) } catch {}
      await tabs.disconnect(connection)
    }
    return AsyncStream {
      if let message = await connection.next() { return WSFrame(message) }
      reading.cancel()
      return nil
    } onCancel: {
      reading.cancel()
    }
  }

  private func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>,
    on connection: TabConnection
  ) async throws {
    var message = Data()
    for try await frame in client {
      switch frame.opcode {
      case .text, .binary, .continuation:
        message += frame.payload
        if message.count > TabConnection.largestMessage { return await connection.receiveTooMuch() }
        guard frame.fin else { continue }
        await connection.receive(message)
        message = Data()
      case .ping: await connection.receive(ping: frame.payload)
      case .pong: continue
      default: return
      }
    }
  }
}

extension WSFrame {
  fileprivate init(_ message: TabConnection.Message) {
    switch message {
    case .text(let text):
      self.init(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
    case .pong(let data): self.init(fin: true, opcode: .pong, mask: nil, payload: data.prefix(125))
    case .close(let code, let reason): self = .close(code: WSCloseCode(code, reason: reason))
    }
  }
}
