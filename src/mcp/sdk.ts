/** What the run uses of the MCP client package, in one place: the build bundles this module with nothing else of the package. */
export {
  Client,
  deserializeMessage,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  serializeMessage,
} from '@modelcontextprotocol/client'
