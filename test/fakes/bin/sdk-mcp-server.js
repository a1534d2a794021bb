// A server of the SDK v1 over stdio, as its documentation shows it.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createSdkServer } from '../sdk-server.js'

await createSdkServer().connect(new StdioServerTransport())
