/** The store fields that a platform's field may fill in; a secret one only through a password. */
export const storeFields = {
  vendor_store_name: 'Store name',
  store_url: 'Store address',
  store_admin_url: 'Admin address',
  store_admin_login: 'Admin login',
  store_admin_password: 'Admin password',
  store_ftp_server: 'FTP server',
  store_ftp_login: 'FTP login',
  store_ftp_password: 'FTP password',
  database_name: 'Database name',
  database_username: 'Database user',
  database_password: 'Database password',
  image_file_path: 'Image path',
  custom_image_name: 'Image name',
} as const

export const isSecretOfStore = (name: string): boolean => name.endsWith('_password')
