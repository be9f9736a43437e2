export default defineAppConfig({
  ui: {
    colors: { primary: 'cable', neutral: 'graphite', success: 'green', info: 'blue', warning: 'yellow', error: 'red' },
  },
})
