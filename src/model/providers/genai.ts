/** In a module of its own, because the build bundles the part of the package that it names: the client and its service `models`. */
export { GoogleGenAI } from '@google/genai/web'
