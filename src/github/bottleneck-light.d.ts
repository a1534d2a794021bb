// The light build (no Redis) is what octokit's own plugins load; sharing it keeps a second copy out of dist. It ships no types.
declare module 'bottleneck/light.js' {
  import Bottleneck from 'bottleneck'
  export default Bottleneck
}
