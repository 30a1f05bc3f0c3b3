function campus(code: string, name: string, address: string, latitude: number, longitude: number) {
  return { code, name, address, latitude, longitude }
}

/** The campuses, each at the coordinates of its town (GeoNames, CC BY 4.0); administrators can correct them. */
export const campuses = [
  campus('arden', 'Arden', 'Arden, NC 28704', 35.4637, -82.5354),
  campus('brevard', 'Brevard', 'Brevard, NC 28712', 35.23345, -82.73429),
  campus('eastAsheville', 'East Asheville', 'Asheville, NC 28805', 35.6004, -82.4918),
  campus('franklin', 'Franklin', 'Franklin, NC 28734', 35.18232, -83.38154),
  campus('hendersonville', 'Hendersonville', 'Hendersonville, NC 28792', 35.31873, -82.46095),
  campus('westAsheville', 'West Asheville', 'Asheville, NC 28806', 35.5808, -82.6078),
  campus('waynesville', 'Waynesville', 'Waynesville, NC 28786', 35.48871, -82.98875),
  campus('marionCG', 'Marion', 'Marion, NC 28752', 35.68401, -82.00927),
  campus('ballantyne', 'Ballantyne', 'Charlotte, NC 28277', 35.0552, -80.8195),
  campus('providence', 'Providence', 'Charlotte, NC 28270', 35.1355, -80.7669),
  campus('cornelius', 'Cornelius', 'Cornelius, NC 28031', 35.4868, -80.86007),
  campus('matthews', 'Matthews', 'Matthews, NC 28105', 35.11681, -80.72368),
  campus('concord', 'Concord', 'Concord, NC 28025', 35.40888, -80.58158),
  campus('huntersville', 'Huntersville', 'Huntersville, NC 28078', 35.41069, -80.84285),
] as const

export const departments = [
  'Administration',
  'Care',
  'Communications',
  'Facilities',
  'Finance',
  'Groups',
  'Guest Services',
  'Information Technology',
  'Kids Ministry',
  'Outreach',
  'Production',
  'Student Ministry',
  'Worship',
] as const
