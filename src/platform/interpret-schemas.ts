import { z } from 'zod'

// zod would compile a function for every schema at its first use, which pays only in programs that live longer. A schema reads this when
// it is made, so this module comes before all that make one.
z.config({ jitless: true })
